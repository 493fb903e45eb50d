import type { Command } from 'commander';

/** A command as shells complete it. */
export interface Completable {
  /** Its words, `jobs create`; empty for the program. */
  path: string;
  /** What may follow: commands and options, with what they do. */
  words: readonly { word: string; does: string }[];
  /** Options whose value is one of a few. */
  choices: readonly { option: string; values: readonly string[] }[];
  /** Options whose value is a file, and whether an argument is one. */
  fileOptions: readonly string[];
  takesFile: boolean;
}

const isFile = (name: string): boolean => /^<?(file|-o)/.test(name);

/** What an argument may be, where it is one of a few. */
const valuesOf = ({ registeredArguments }: Command): Completable['words'] =>
  registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((word) => ({ word, does: description })),
  );

/** Every command of a program: what completion scripts are made from, so that they cannot forget one. */
export function completables(program: Command): Completable[] {
  const globals = program.options;
  const visit = (command: Command, path: readonly string[]): Completable[] => {
    const options = [...command.options, ...(command === program ? [] : globals)];
    const named = options.map(({ long, short, description, flags, argChoices }) => ({
      word: long ?? short ?? '',
      does: description,
      flags,
      argChoices,
    }));
    const children = command.commands.map((child) => ({ word: child.name(), does: child.description() }));
    const own: Completable = {
      path: path.join(' '),
      words: [
        ...children,
        ...valuesOf(command),
        ...named.map(({ word, does }) => ({ word, does })),
        { word: '--help', does: 'help' },
      ],
      choices: named.flatMap(({ word, argChoices }) =>
        argChoices === undefined ? [] : [{ option: word, values: argChoices }],
      ),
      fileOptions: named
        .filter(({ flags, argChoices }) => flags.includes('<file>') && argChoices === undefined)
        .map(({ word }) => word),
      takesFile: command.registeredArguments.some((argument) => isFile(argument.name())),
    };
    return [own, ...command.commands.flatMap((child) => visit(child, [...path, child.name()]))];
  };
  return visit(program, []);
}
