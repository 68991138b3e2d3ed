#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Before anything else is loaded: the second start then compiles nothing.
enableCompileCache()
const { runCommand } = await import('./run-command.ts')

process.exitCode = await runCommand(process.argv.slice(2))
