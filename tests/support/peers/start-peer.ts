import type { InstalledProgram } from '../../../tools/dev-stack/obtain/debian-packages';
import { testToolbox } from '../processes';
import { startProgram, type TestProcess } from '../program';
import { until } from '../until';
import { isBound } from './bound-port';

interface PeerStart {
  args: readonly string[];
  /** Where it runs. */
  folder: string;
  /** Where it listens once it is ready. */
  port: number;
  transport?: 'udp' | 'tcp';
  env?: NodeJS.ProcessEnv;
}

/** Starts a peer, and waits until it listens. It ends with this process at the latest. */
export const startPeer = (
  { executable, env: own }: InstalledProgram,
  { args, folder, port, transport = 'udp', env = {} }: PeerStart,
): Promise<TestProcess> =>
  startProgram(
    testToolbox().supervisor,
    { command: executable, args: [...args], env: { ...process.env, ...own, ...env }, cwd: folder },
    () =>
      until(
        () => isBound(port, transport),
        (bound) => bound,
      ),
  );
