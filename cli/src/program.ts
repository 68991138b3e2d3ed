import { Command } from 'commander'
import { kubeconfig } from './commands/kubeconfig.ts'
import { serve } from './commands/serve.ts'

const DATA = ['--data <folder>', 'where the server keeps everything', '.reeve'] as const

/** All commands, their options and their help. */
export function program(): Command {
  const reeve = new Command('reeve')
    .description('Keeps what you run the way you declared it.')
    .exitOverride()
    .configureOutput({ writeErr: (text) => process.stderr.write(text) })
  reeve
    .command('serve')
    .description('Serve the Kubernetes API from this process, until interrupted.')
    .option(...DATA)
    .option('--listen <address>', 'host and port; port 0 takes any that is free', '127.0.0.1:6443')
    .option('--ledger <where>', 'sqlite, memory, or etcd://host:port', 'sqlite')
    .addHelpText('after', '\nExample:\n  reeve serve --data ./state --listen 127.0.0.1:0')
    .action(serve)
  reeve
    .command('kubeconfig')
    .description('Print the path of the admin kubeconfig of a server.')
    .option(...DATA)
    .addHelpText('after', '\nExample:\n  export KUBECONFIG=$(reeve kubeconfig --data ./state)')
    .action(kubeconfig)
  return reeve
}
