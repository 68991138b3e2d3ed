#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

// Before the heap grows: V8 would let its young part become 128 MiB, of which a server that answers at once needs 2.
setFlagsFromString('--semi-space-growth-factor=1')
// Before anything else is loaded: the second start then compiles nothing.
enableCompileCache()
const { runCommand } = await import('./run-command.ts')

process.exitCode = await runCommand(process.argv.slice(2))
