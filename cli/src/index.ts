/**
 * CLI: the reeve command, the only place that wires things together.
 *
 *   main           reads arguments, prints, sets the exit code
 *   run-command    what every command shares: errors in words, never a stack trace for a user's mistake
 *   commands/      one file a verb
 *   data-folder    where a server keeps its things: ledger, certificates, tokens, kubeconfig
 *   serving/       what surrounds a server: the lock on its folder, its address, its end
 *   backup/        a ledger as one file, and back
 *   output/        results as text, JSON or YAML; how far something is
 */
export { program } from './program.ts'
