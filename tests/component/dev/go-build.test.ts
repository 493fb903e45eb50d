import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDevStack } from '../../../tools/dev-stack/config';
import { createCache } from '../../../tools/dev-stack/obtain/cache';
import { describeBuild } from '../../../tools/dev-stack/obtain/go-build';
import { obtainTemporalCli } from '../../../tools/dev-stack/obtain/temporal-cli';
import { createSupervisor } from '../../../tools/dev-stack/processes/supervisor';
import { createTerminal } from '../../../tools/dev-stack/terminal';

/** A machine with nothing but Go, which here only writes down how it was called. */
const go = `#!/bin/sh
echo "CGO_ENABLED=$CGO_ENABLED $*" >> "$CALLS"
echo "go.temporal.io/server/common" >&2
printf '#!/bin/sh\\n' > "$GOBIN/temporal"
`;

describe('Temporal on a closed network', () => {
  let folder: string;
  const printed: string[] = [];
  beforeEach(() => {
    printed.splice(0);
    folder = mkdtempSync(join(tmpdir(), 'outdial-go-'));
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/go'), go);
    chmodSync(join(folder, 'bin/go'), 0o755);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is built once, without C and debug tables, after a line that says how long that takes', async () => {
    const stack = loadDevStack();
    const { cli, goModule } = stack.temporal;
    const calls = join(folder, 'calls');
    const cache = createCache({ XDG_CACHE_HOME: folder });
    cache.recordFailure(`temporal-cli-${cli}`, 'no route to host');
    const toolbox = {
      stack,
      supervisor: createSupervisor(),
      terminal: createTerminal({
        write: (text: string) => printed.push(`${existsSync(calls) ? 'after' : 'before'}: ${text}`),
      }),
      cache,
      env: { PATH: join(folder, 'bin'), CALLS: calls },
    };
    const { executable, source } = await obtainTemporalCli(toolbox);
    expect(printed).toEqual([expect.stringMatching(/^before: Building Temporal from source .* about \d+ minutes/)]);
    expect(readFileSync(calls, 'utf8')).toBe(`CGO_ENABLED=0 install -v -ldflags=-s -w ${goModule}@v${cli}\n`);
    expect(existsSync(executable)).toBe(true);
    expect(source).toBe(`built from source with Go (${cli})`);

    expect(await obtainTemporalCli(toolbox)).toEqual({
      executable,
      source: `\`temporal\`, from the cache (temporal-cli-${cli})`,
    });
    expect(printed).toHaveLength(1);
  });

  it('takes about as long as its processor time on the processors that there are', () => {
    expect(describeBuild('Temporal', 6, 2)).toContain('With 2 idle processors this takes about 4 minutes');
    expect(describeBuild('Temporal', 6, 8)).toContain('With 8 idle processors this takes about 2 minutes');
  });
});
