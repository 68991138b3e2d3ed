import type { Command } from 'commander'
import { BadOptionError } from '../errors.ts'

const SHELLS = { bash, zsh, fish } as const

/** Prints a script that teaches a shell the commands and options of `reeve`. */
export function completion(shell: string, _options: unknown, command: Command): void {
  const script = SHELLS[shell as keyof typeof SHELLS]
  if (script === undefined) {
    throw new BadOptionError(`cannot complete in "${shell}": expected bash, zsh or fish`)
  }
  process.stdout.write(script(verbsOf(command.parent as Command)))
}

interface Verb {
  readonly name: string
  readonly words: string
  readonly options: readonly { readonly flag: string; readonly words: string }[]
  readonly choices: readonly string[]
}

function verbsOf(reeve: Command): readonly Verb[] {
  return reeve.commands.map((command) => ({
    name: command.name(),
    words: command.description(),
    options: [
      ...command.options.map(({ long, description }) => ({ flag: long ?? '', words: description })),
      { flag: '--help', words: 'help for this command' },
    ],
    choices: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  }))
}

function bash(verbs: readonly Verb[]): string {
  const cases = verbs.map(({ name, options, choices }) => {
    const words = [...options.map(({ flag }) => flag), ...choices].join(' ')
    return `    ${name}) words="${words}" ;;`
  })
  return `# bash completion for reeve; put into ~/.bashrc:  source <(reeve completion bash)
_reeve() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${verbs.map(({ name }) => name).join(' ')} --help --version" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _reeve reeve
`
}

function zsh(verbs: readonly Verb[]): string {
  const quoted = (text: string): string => text.replaceAll("'", "'\\''").replaceAll(/[[\]:]/g, '\\$&')
  const names = verbs.map(({ name, words }) => `    '${name}:${quoted(words)}'`)
  const cases = verbs.map(({ name, options, choices }) => {
    const flags = options.map(({ flag, words }) => `'${flag}[${quoted(words)}]'`)
    const rest = choices.length > 0 ? `'1:what:(${choices.join(' ')})'` : `'*:file:_files'`
    return `    ${name}) _arguments ${flags.join(' ')} ${rest} ;;`
  })
  return `#compdef reeve
# zsh completion for reeve; put into ~/.zshrc:  source <(reeve completion zsh)
_reeve() {
  local -a commands=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case "$words[1]" in
${cases.join('\n')}
  esac
}
compdef _reeve reeve
`
}

function fish(verbs: readonly Verb[]): string {
  const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const lines = verbs.flatMap(({ name, words, options, choices }) => [
    `complete -c reeve -f -n __fish_use_subcommand -a ${name} -d ${quoted(words)}`,
    ...options.map(
      ({ flag, words: about }) =>
        `complete -c reeve -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)} -d ${quoted(about)}`,
    ),
    ...(choices.length > 0
      ? [`complete -c reeve -f -n '__fish_seen_subcommand_from ${name}' -a '${choices.join(' ')}'`]
      : []),
  ])
  return `# fish completion for reeve; put into ~/.config/fish/config.fish:  reeve completion fish | source
${lines.join('\n')}
`
}
