import { Argument, type Command } from 'commander';
import { withExamples } from '../arguments';
import { buildCompletionScript, shells, type Shell } from '../completion/scripts';
import { collectCompletables } from '../completion/completables';
import type { Screen } from '../output';

/** `outdial completion`: requires neither a URL nor a key. */
export function addCompletion(program: Command, stdout: Screen): void {
  const command = program
    .command('completion')
    .description('Print the completion script for a shell.')
    .addArgument(new Argument('<shell>').choices(shells))
    .action((shell: Shell) => {
      stdout.write(buildCompletionScript(shell, collectCompletables(program)));
    });
  withExamples(
    command,
    'completion bash > ~/.local/share/bash-completion/completions/outdial',
    'completion zsh > "${fpath[1]}/_outdial"',
    'completion fish > ~/.config/fish/completions/outdial.fish',
  );
}
