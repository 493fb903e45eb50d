import type { Completable, CompletableOption } from './completables';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** Quotes text with single quotes, for any of the three shells. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const joinGroups = (commands: readonly Completable[]): string =>
  commands
    .filter(({ path }) => path !== '')
    .map(({ path }) => quote(path))
    .join('|');

const namesOf = (options: readonly CompletableOption[]): string[] => [
  ...new Set(options.flatMap(({ names }) => names)),
];
/** Lists the options that take a value. Such a value may look like a command. */
const listValueOptions = (commands: readonly Completable[]): string[] =>
  namesOf(commands.flatMap(({ options }) => options.filter(({ value: takes }) => takes !== 'nothing')));

/**
 * bash and zsh walk the words in the same way: the words that descend the command tree are the path. (The variable is not
 * called `path`, because zsh keeps its search path in it.)
 */
const buildPathLoop = (commands: readonly Completable[], words: string): string => `  local group="" word next value=""
  for word in ${words}; do
    if [[ -n $value ]]; then value=""; continue; fi
    case "$word" in ${listValueOptions(commands).join('|')}) value=1; continue ;; esac
    next="\${group:+$group }$word"
    case "$next" in ${joinGroups(commands)}) group="$next" ;; esac
  done`;

/** Builds one branch per option that takes a value. @param values builds the body for a fixed set of values */
function buildValueCases(
  { options }: Completable,
  values: (words: string) => string,
  files: string,
  noValue: string,
): string {
  const branch = ({ names, value: takes }: CompletableOption): string => {
    if (takes === 'nothing') return '';
    const body = takes === 'file' ? files : takes === 'text' ? noValue : values(takes.join(' '));
    return `        ${names.join('|')}) ${body} ;;\n`;
  };
  return options.map(branch).join('');
}

function buildBashScript(commands: readonly Completable[]): string {
  const cases = commands.map((command) => {
    const { path, words, options, takesFile } = command;
    const values = buildValueCases(command, (values) => `words=${quote(values)}`, 'files=1', 'words=""');
    const known = [...words.map(({ word }) => word), ...options.map(({ names: [long] }) => long)].join(' ');
    const last = `        *) words=${quote(known)}${takesFile ? '; files=1' : ''} ;;\n`;
    return `    ${quote(path)})\n      case "$previous" in\n${values}${last}      esac ;;\n`;
  });
  return `# bash completion of outdial:  source <(outdial completion bash)
_outdial() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words="" files=""
${buildPathLoop(commands, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"')}
  case "$group" in
${cases.join('')}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ -n $files ]]; then COMPREPLY+=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _outdial outdial
`;
}

function buildZshScript(commands: readonly Completable[]): string {
  const quoteDescription = (word: string, does: string) => quote(`${word}:${does.replaceAll(':', '\\:')}`);
  const cases = commands.map((command) => {
    const { path, words, options, takesFile } = command;
    const values = buildValueCases(command, (values) => `compadd -- ${values}; return`, '_files; return', 'return');
    const entries = [
      ...words.map(({ word, description: does }) => quoteDescription(word, does)),
      ...options.map(({ names: [long], description: does }) => quoteDescription(long, does)),
    ];
    const last = `      entries=(${entries.join(' ')})\n${takesFile ? '      _files\n' : ''}      ;;\n`;
    return `    ${quote(path)})\n      case "$previous" in\n${values}      esac\n${last}`;
  });
  return `#compdef outdial
# zsh completion of outdial:  outdial completion zsh > "\${fpath[1]}/_outdial"
_outdial() {
  local previous="\${words[CURRENT-1]}"
  local -a entries
${buildPathLoop(commands, '"${(@)words[2,CURRENT-1]}"')}
  case "$group" in
${cases.join('')}  esac
  _describe command entries
}
compdef _outdial outdial
# When zsh loads this file through fpath, the file itself is the first call of the function.
if [[ "\${funcstack[1]}" == _outdial ]]; then _outdial "$@"; fi
`;
}

function buildFishScript(commands: readonly Completable[]): string {
  const paths = commands
    .filter(({ path }) => path !== '')
    .map(({ path }) => quote(path))
    .join(' ');
  const lines = commands.flatMap(({ path, words, options, takesFile }) => {
    const here = `complete -c outdial -n ${quote(`test (__outdial_command) = ${path === '' ? '""' : `"${path}"`}`)}`;
    return [
      ...(takesFile ? [`${here} -F`] : []),
      ...words.map(({ word, description: does }) => `${here} -f -a ${word} -d ${quote(does)}`),
      ...options.map(({ names: [long, short], description: does, value: takes }) => {
        const name = `-l ${long.slice(2)}${short === undefined ? '' : ` -s ${short.slice(1)}`}`;
        return `${here} ${name}${buildFishValue(takes)} -d ${quote(does)}`;
      }),
    ];
  });
  return `# fish completion of outdial:  outdial completion fish | source
function __outdial_command
  set -l group ""
  set -l value ""
  for word in (commandline -opc)[2..-1]
    if test -n "$value"
      set value ""
      continue
    end
    if contains -- "$word" ${listValueOptions(commands).join(' ')}
      set value 1
      continue
    end
    set -l next (string trim "$group $word")
    contains -- "$next" ${paths}; and set group "$next"
  end
  echo "$group"
end
complete -c outdial -f
${lines.join('\n')}
`;
}

function buildFishValue(takes: CompletableOption['value']): string {
  if (takes === 'nothing') return '';
  if (takes === 'file') return ' -r -F';
  return takes === 'text' ? ' -x' : ` -x -a ${quote(takes.join(' '))}`;
}

/** Builds the completion script for a shell. */
export const buildCompletionScript = (shell: Shell, commands: readonly Completable[]): string =>
  ({ bash: buildBashScript, zsh: buildZshScript, fish: buildFishScript })[shell](commands);
