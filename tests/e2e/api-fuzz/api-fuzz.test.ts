import { spawnSync } from 'node:child_process';
import { createCache } from '../../../tools/dev-stack/obtain/cache';
import { createSupervisor } from '../../../tools/dev-stack/processes/supervisor';
import { startLiveEnv, type OwnLiveEnv } from '../../support/live-env';
import { fuzzing } from '../../support/sizes';
import { NotObtainableError } from '../../support/python-packages';
import { fuzz, obtainSchemathesis } from './schemathesis';

const tools = { cache: createCache(), supervisor: createSupervisor(), env: process.env };

/** A Python that can make a virtualenv; Debian's, for one, cannot without `python3-venv`. */
const hasPython = spawnSync('python3', ['-c', 'import venv, ensurepip'], { stdio: 'ignore' }).status === 0;
const itWithPython = hasPython ? it : it.skip;

/** `undefined` where there is no way to PyPI; that is said aloud, for then nothing is tested here. */
async function obtained(): Promise<string | undefined> {
  try {
    return await obtainSchemathesis(tools);
  } catch (error) {
    if (!(error instanceof NotObtainableError)) throw error;
    console.warn(`SKIPPED: the API is not fuzzed, for schemathesis is not to be had: ${error.message}`);
    return undefined;
  }
}

describe('the API under requests that its document allows and forbids', () => {
  let program: string | undefined;
  let testEnv: OwnLiveEnv | undefined;
  beforeAll(async () => {
    if (!hasPython) return;
    program = await obtained();
    if (program === undefined) return;
    testEnv = await startLiveEnv({ apis: 1, workers: 1 });
  }, 300_000);
  afterAll(async () => {
    await tools.supervisor.stopAll(2_000);
    await testEnv?.end();
  });

  itWithPython(
    'answers each of them as the document says',
    async () => {
      if (program === undefined || testEnv === undefined) return;
      const { seconds, seeds } = fuzzing;
      for (let seed = 1; seed <= seeds; seed++) {
        const report = await fuzz(program, tools, { url: testEnv.apis[0]?.url ?? '', key: testEnv.key, seconds, seed });
        expect(report).toMatch(/Tested: \d{2}/);
        expect(report).toMatch(/ \d+ generated/);
      }
    },
    120_000 + fuzzing.seeds * (fuzzing.seconds + 20) * 1_000,
  );
});
