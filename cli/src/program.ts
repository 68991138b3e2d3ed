import { Argument, Command, Option } from 'commander'
import { audit } from './commands/audit.ts'
import { backup } from './commands/backup.ts'
import { completion } from './commands/completion.ts'
import { kubeconfig } from './commands/kubeconfig.ts'
import { restore } from './commands/restore.ts'
import { serve } from './commands/serve.ts'
import { RESULT_FORMATS } from './output/print-result.ts'
import { version } from './version.ts'

const DATA = ['--data <folder>', 'where the server keeps everything', '.reeve'] as const

const EXIT_CODES = `
Exit codes:
  0  done
  1  refused or failed; standard error says why and what to do
  2  the command line cannot be understood
  129, 130, 143  ended at once by a second SIGHUP, SIGINT or SIGTERM

Environment:
  REEVE_DEBUG=1  show where in Reeve an error arose`

/** All commands, their options and their help. */
export function program(): Command {
  const reeve = new Command('reeve')
    .description('Keeps what you run the way you declared it.')
    .version(`reeve ${version()}`, '-V, --version', 'print the version')
    .exitOverride()
    .configureOutput({ writeErr: (text) => process.stderr.write(text) })
    .showHelpAfterError('(reeve --help lists what there is)')
    .addHelpText('after', EXIT_CODES)
  addServe(reeve)
  addKubeconfig(reeve)
  addBackup(reeve)
  addRestore(reeve)
  addAudit(reeve)
  addCompletion(reeve)
  return reeve
}

/** Of an option that may be given again, all values. */
const collect = (value: string, all: readonly string[] = []): readonly string[] => [...all, value]

function addServe(reeve: Command): void {
  reeve
    .command('serve')
    .description('Serve the Kubernetes API from this process, until interrupted.')
    .option(...DATA)
    .option('--listen <address>', 'host and port; port 0 takes any that is free', '127.0.0.1:6443')
    .option('--ledger <where>', 'sqlite, memory, or etcd://host:port[,host:port…]', 'sqlite')
    .option('--name <host>', 'another name that clients reach it by; may be given again', collect)
    .option('--token-file <csv>', 'more users: lines of token,user,uid,"group1,group2"')
    .option('--audit <folder>', 'record who does what there (audit.k8s.io/v1 events, level Metadata)')
    .option('--chaos <seed>', 'hostile mode: do to clients what real servers may, repeatable by the seed')
    .option(
      '--chaos-rate <fault=rate>',
      'how often one fault comes, such as conflict=0.5; may be given again',
      collect,
    )
    .option('--shutdown-timeout <seconds>', 'the longest that its end may take', '30')
    .addHelpText(
      'after',
      `
SIGTERM or SIGINT ends it: no new requests, running ones are answered, watches end cleanly. A second one ends at once.

With --audit a record is written before its answer goes out; if it cannot be written (a full disk), requests are refused
with 503 before anything is done, until it can. --chaos puts in 429, 503, 500, 409, 410, late answers, answers that are
lost after a write was done, watches that end early, events that come late or twice; acknowledged writes are safe.

Examples:
  reeve serve                                          # data in ./.reeve, on port 6443
  reeve serve --data ./state --listen 127.0.0.1:0      # any free port
  reeve serve --ledger memory                          # gone when it ends
  reeve serve --listen 0.0.0.0:6443 --name reeve.lan   # for others, under that name
  reeve serve --ledger etcd://10.0.0.1:2379,10.0.0.2:2379
  reeve serve --audit .reeve/audit                     # read it with reeve audit
  reeve serve --ledger memory --chaos 42               # see what your controller makes of it`,
    )
    .action(serve)
}

function addKubeconfig(reeve: Command): void {
  reeve
    .command('kubeconfig')
    .description('Print the path of the admin kubeconfig of a server, or make one for another user.')
    .option(...DATA)
    .option('--user <name>', 'make a kubeconfig with a client certificate for this user, and print it')
    .option('--group <name>', 'a group of that user; may be given again', collect)
    .option('--days <count>', 'how long the certificate is good (default: 365)')
    .option('-o, --output <file>', 'write it to this file, which only you can read')
    .addHelpText(
      'after',
      `
A certificate cannot be taken back before its time: choose --days with that in mind.

Examples:
  export KUBECONFIG=$(reeve kubeconfig --data ./state)
  reeve kubeconfig --user alice --group dev --days 30 -o alice.kubeconfig`,
    )
    .action(kubeconfig)
}

const format = (): Option =>
  new Option('-o, --output <format>', 'how to print the result').choices(RESULT_FORMATS)

function addBackup(reeve: Command): void {
  reeve
    .command('backup')
    .description('Write everything that a server keeps to one file, also while it runs.')
    .argument('<file>', 'the file to write; it is there once it is whole')
    .option(...DATA)
    .option('--ledger <where>', 'sqlite (the data folder), or etcd://host:port[,host:port…]', 'sqlite')
    .option('--with-identity', 'with the certificates, their keys and the admin token')
    .option('--force', 'replace a file that is there')
    .addOption(format())
    .addHelpText(
      'after',
      `
The file is the state at one revision, as lines of JSON (readable with jq) with a SHA-256 at its end. It holds all
objects, Secrets too: keep it where you would keep those. Without --with-identity a server that is restored into a new
folder makes new certificates, and clients need its new kubeconfig; with it, old kubeconfigs go on working, and whoever
has the file can act as the admin and sign for any user.

Examples:
  reeve backup --data ./state monday.backup
  reeve backup --ledger etcd://10.0.0.1:2379 monday.backup -o json`,
    )
    .action(backup)
}

function addRestore(reeve: Command): void {
  reeve
    .command('restore')
    .description('Put a backup in the place of what a data folder holds: all of it, or nothing.')
    .argument('<file>', 'a file that reeve backup has written')
    .option(...DATA)
    .option('--force', 'replace what the folder holds; it is gone then')
    .addOption(format())
    .addHelpText(
      'after',
      `
The file is read and checked before anything is changed. Stop the server first. Resource versions never go back: they
jump by a thousand million, more than anyone wrote since the backup, and every older one counts as compacted, so that
clients which watch from one are told so (410) and list again. A backup of etcd is restored into a data folder too.

Examples:
  reeve restore --data ./new monday.backup
  reeve restore --data ./state --force monday.backup`,
    )
    .action(restore)
}

function addAudit(reeve: Command): void {
  reeve
    .command('audit')
    .description('Print who did what on a server that was started with --audit, also while it runs.')
    .option(...DATA)
    .option('--audit <folder>', 'where its records are (default: audit in the data folder)')
    .option('--since <time>', '30s, 10m, 2h, 3d or 2026-11-15T09:00:00Z')
    .option('--user <name>', 'only of this user')
    .option('--verb <verb>', 'only get, list, watch, create, update, patch, delete or deletecollection')
    .option('--resource <name>', 'only about these, such as configmaps, pods/status or devices.example.io')
    .addOption(
      new Option('-o, --output <format>', 'a table, or one JSON object a line').choices(['table', 'json']),
    )
    .addHelpText(
      'after',
      `
Records that are missing or damaged are told on standard error.

Examples:
  reeve audit --since 1h --verb delete
  reeve audit --user alice --resource secrets -o json | jq .requestURI`,
    )
    .action(audit)
}

function addCompletion(reeve: Command): void {
  reeve
    .command('completion')
    .description('Print a script that completes reeve in a shell.')
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
Examples:
  source <(reeve completion bash)
  source <(reeve completion zsh)
  reeve completion fish | source`,
    )
    .action(completion)
}
