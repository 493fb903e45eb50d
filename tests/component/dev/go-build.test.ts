import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDevStack } from '../../../tools/dev-stack/config';
import { createCache } from '../../../tools/dev-stack/obtain/cache';
import { describeBuild } from '../../../tools/dev-stack/obtain/go-build';
import { obtainTemporalCli } from '../../../tools/dev-stack/obtain/temporal-cli';
import type { Toolbox } from '../../../tools/dev-stack/obtain/toolbox';
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

  const stack = loadDevStack();
  const { cli, goModule } = stack.temporal;
  const createToolbox = (calls: string): Toolbox => {
    const cache = createCache({ XDG_CACHE_HOME: folder });
    cache.recordFailure(`temporal-cli-${cli}`, 'no route to host');
    const write = (text: string) => printed.push(`${existsSync(calls) ? 'after' : 'before'}: ${text}`);
    const env = { PATH: join(folder, 'bin'), CALLS: calls };
    return { stack, supervisor: createSupervisor(), terminal: createTerminal({ write }), cache, env };
  };

  it('is built once, without C and debug tables, after a line that says how long that takes', async () => {
    const calls = join(folder, 'calls');
    const toolbox = createToolbox(calls);
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

  it('that cannot be built says why, even if many other packages are compiled while it ends', async () => {
    const packages = Array.from({ length: 40 }, (_, index) => `echo example.com/package${index}`).join('\n');
    writeFileSync(
      join(folder, 'bin/go'),
      `#!/bin/sh\necho '# example.com/broken'\necho 'disk is full' >&2\n${packages}\nexit 1\n`,
    );
    const failed = await obtainTemporalCli(createToolbox(join(folder, 'calls'))).catch((error: unknown) =>
      String(error),
    );
    expect(failed).toContain('`go install` failed:');
    expect(failed).toContain('disk is full');
    expect(failed).not.toContain('example.com/package');
  });

  it('that is ended by a signal says so', async () => {
    writeFileSync(join(folder, 'bin/go'), '#!/bin/sh\necho example.com/package\nkill -TERM $$\n');
    const failed = await obtainTemporalCli(createToolbox(join(folder, 'calls'))).catch((error: unknown) =>
      String(error),
    );
    expect(failed).toContain('ended with SIGTERM');
  });

  it('takes about as long as its processor time on the processors that there are', () => {
    expect(describeBuild('Temporal', 6, 2)).toContain('With 2 idle processors this takes about 4 minutes');
    expect(describeBuild('Temporal', 6, 8)).toContain('With 8 idle processors this takes about 2 minutes');
  });
});
