import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCache } from '../../../tools/dev-stack/obtain/cache';
import { obtainDebianProgram, type DebianProgram } from '../../../tools/dev-stack/obtain/debian-packages';
import { NotObtainableError } from '../../../tools/dev-stack/obtain/resolution';
import { createSupervisor } from '../../../tools/dev-stack/processes/supervisor';

const program: DebianProgram = {
  command: 'phone',
  folder: 'bin',
  packages: ['phone-tools'],
  cacheName: 'debian-phone-1',
};

describe("a program from Debian's packages", () => {
  let home: string;
  const supervisor = createSupervisor();
  const bin = (): string => join(home, 'bin');
  const log = (): string => readFileSync(join(home, 'log'), 'utf8');
  const obtain = (wanted = program) => {
    const env = { PATH: `${bin()}:/usr/bin:/bin`, XDG_CACHE_HOME: home };
    return obtainDebianProgram({ cache: createCache(env), supervisor, env }, wanted);
  };
  /** A command that notes its arguments and then runs a script. */
  function install(name: string, script: string): void {
    writeFileSync(join(bin(), name), `#!/bin/sh\necho "${name} $*" >> ${join(home, 'log')}\n${script}\n`);
    chmodSync(join(bin(), name), 0o755);
  }
  const downloads =
    'case $1 in -s) echo "Inst lib-of-phones (1)"; echo "Inst phone-tools (2)";; download) touch "$2.deb" "$3.deb";; esac';
  const unpacks = (folder: string): string =>
    `mkdir -p "$3/usr/${folder}" "$3/usr/lib/arch"; echo "#!/bin/sh" > "$3/usr/${folder}/phone"; chmod +x "$3/usr/${folder}/phone"`;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'outdial-debian-'));
    mkdirSync(bin());
    writeFileSync(join(home, 'log'), '');
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  it('is taken from the PATH first', async () => {
    install('phone', '');
    install('apt-get', downloads);
    expect(await obtain()).toMatchObject({ executable: join(bin(), 'phone'), root: '/', env: {} });
    expect(log()).toBe('');
  });

  it('is unpacked with what it depends on, once', async () => {
    install('apt-get', downloads);
    install('dpkg-deb', unpacks('bin'));
    const root = join(home, 'outdial', program.cacheName, 'root');
    const expected = {
      executable: join(root, 'usr/bin/phone'),
      root,
      env: { LD_LIBRARY_PATH: join(root, 'usr/lib/arch') },
    };
    expect(await obtain()).toMatchObject(expected);
    expect(log().split('\n').slice(0, 2)).toEqual([
      'apt-get -s install --no-install-recommends phone-tools',
      'apt-get download lib-of-phones phone-tools',
    ]);
    const before = log();
    expect(await obtain()).toMatchObject(expected);
    expect(log()).toBe(before);
  });

  it('is found in the folder of its version', async () => {
    install('apt-get', downloads);
    install('dpkg-deb', unpacks('lib/phone/15/bin'));
    const versioned: DebianProgram = { ...program, folder: 'lib/phone/*/bin', cacheName: 'debian-phone-2' };
    const root = join(home, 'outdial', versioned.cacheName, 'root');
    expect(await obtain(versioned)).toMatchObject({ executable: join(root, 'usr/lib/phone/15/bin/phone') });
  });

  it.each([
    [
      'no package can be had',
      'echo "E: Unable to locate package phone-tools" >&2; exit 100',
      'Unable to locate package',
    ],
    ['the packages lack the program', downloads, 'the packages hold no usr/bin/phone'],
  ])('that cannot be obtained, because %s, is not tried again for a day', async (_, script, reason) => {
    install('apt-get', script);
    install('dpkg-deb', unpacks('sbin'));
    await expect(obtain()).rejects.toThrow(reason);
    const before = log();
    await expect(obtain()).rejects.toThrow(NotObtainableError);
    expect(log()).toBe(before);
  });
});
