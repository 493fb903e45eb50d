import type { Command, Option } from 'commander';

/** An option as shells complete it. */
export interface CompletableOption {
  /** `--output`, and `-o` if the option has a short form. */
  names: readonly [long: string, ...short: string[]];
  description: string;
  /** The kind of its value: none, a file, free text, or one of these words. */
  value: 'nothing' | 'file' | 'text' | readonly string[];
}

/** A command as shells complete it. */
export interface Completable {
  /** Its path, such as `jobs create`; empty for the program. */
  path: string;
  /** The subcommands, or the values of an argument, with descriptions. */
  words: readonly { word: string; description: string }[];
  options: readonly CompletableOption[];
  /** Whether an argument is a file. */
  takesFile: boolean;
}

/** The values of an argument with a fixed set of values. */
const choicesOf = ({ registeredArguments }: Command): Completable['words'] =>
  registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((word) => ({ word, description: description })),
  );

function valueKindOf({ argChoices, flags, required, optional }: Option): CompletableOption['value'] {
  if (argChoices !== undefined) return argChoices;
  if (!required && !optional) return 'nothing';
  return flags.includes('<file>') ? 'file' : 'text';
}

const toCompletableOption = (option: Option): CompletableOption => ({
  names: [option.long ?? option.short ?? '', ...(option.long && option.short ? [option.short] : [])],
  description: option.description,
  value: valueKindOf(option),
});
const help: CompletableOption = { names: ['--help', '-h'], description: 'help', value: 'nothing' };

/** Collects every command of a program. The completion scripts are generated from it, so they are always complete. */
export function collectCompletables(program: Command): Completable[] {
  const visit = (command: Command, path: readonly string[]): Completable[] => {
    const options = [...command.options, ...(command === program ? [] : program.options)];
    const children = command.commands.map((child) => ({ word: child.name(), description: child.description() }));
    const own: Completable = {
      path: path.join(' '),
      words: [...children, ...choicesOf(command)],
      options: [...options.map(toCompletableOption), help],
      takesFile: command.registeredArguments.some((argument) => argument.name() === 'file'),
    };
    return [own, ...command.commands.flatMap((child) => visit(child, [...path, child.name()]))];
  };
  return visit(program, []);
}
