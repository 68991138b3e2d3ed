/**
 * CLI: the reeve command, the only place that wires things together.
 *
 *   main           reads arguments, prints, sets the exit code
 *   run-command    what every command shares: errors in words, never a stack trace for a user's mistake
 *   commands/      one file a verb
 *   data-folder    where a server keeps its things: ledger, certificates, tokens, kubeconfig
 */
export { program } from './program.ts'
