import type { Command } from 'commander';
import { withExamples } from '../../arguments';
import { exitCodes, type ExitCode } from '../../exit-codes';
import { escapeControls } from '../../output';
import type { Action, LocalSession } from '../../session';
import type { Finding, Level } from './finding';

const worstFirst: readonly Level[] = ['error', 'unknown', 'warning', 'ok'];

/** One finding for people, with what to do about it below. */
export function describeFinding({ Check, Level: level, Message, Remedy }: Finding): string {
  const lines = [`${level.padEnd(7)}  ${Check}: ${Message}`, ...(Remedy === undefined ? [] : [`         → ${Remedy}`])];
  return lines.map((line) => `${escapeControls(line)}\n`).join('');
}

interface DoctorFlags {
  strict?: true;
}

/** Database code loads only when the command runs. */
async function runDoctor(session: LocalSession, { strict }: DoctorFlags): Promise<ExitCode> {
  const { examine } = await import('./doctor.ts');
  const found = await examine(session.env);
  const Findings = worstFirst.flatMap((level) => found.filter((finding) => finding.Level === level));
  const failing: readonly Level[] = strict === true ? ['error', 'warning'] : ['error'];
  const Healthy = !Findings.some(({ Level: level }) => failing.includes(level));
  session.show({ Healthy, Findings }, Findings.map(describeFinding).join(''));
  return Healthy ? exitCodes.done : exitCodes.failed;
}

/** `outdial admin doctor` */
export function addDoctor(admin: Command, action: Action<LocalSession>): void {
  const command = admin
    .command('doctor')
    .description(
      'Look at a deployment and its settings, and say what is wrong and what to do. Changes nothing. Exits with 1 if something is an error.',
    )
    .option('--strict', 'exit with 1 for warnings too')
    .action(action((session, flags: DoctorFlags) => runDoctor(session, flags)));
  withExamples(command, 'admin doctor', 'admin doctor --strict --json');
}
