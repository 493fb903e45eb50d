import { exitCodes, type ExitCode } from './exit-codes';
import { main } from './main';

/** `npm run import` is `outdial import`, with the exit codes that it has always had. */
const codeBefore = (code: ExitCode): number => (code === exitCodes.invalidRows ? 2 : code === exitCodes.done ? 0 : 1);

void main(['import', ...process.argv.slice(2)]).then((code) => {
  process.exitCode = codeBefore(code);
});
