import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { scaledMs } from './deadline';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const fixed = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

function installed(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = [
    process.env['CHROMIUM_PATH'] ?? '',
    ...folders.flatMap((dir) => names.map((name) => join(dir, name))),
    ...fixed,
  ];
  return candidates.find((path) => path !== '' && existsSync(path));
}

/** Debian as root means a CI machine. Tests install nothing on any other machine. */
function install(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get') || process.env['CI'] === undefined) return;
  const options = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'], timeout: 240_000 };
  console.warn('Installing chromium by apt-get.');
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options);
}

/** @returns a Chromium's program, or `undefined` when there is none and none can be had */
export function findChromium(): string | undefined {
  const found = installed();
  if (found !== undefined) return found;
  install();
  return installed();
}

export const howToGetChromium =
  'SKIPPED: no Chromium. Install one (Debian: apt-get install -y chromium) or name it in CHROMIUM_PATH; with CI set, root on Debian gets it by apt-get.';

/** Chromium without a window or a sound card: what it plays goes nowhere, in real time all the same. */
export const startChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    timeout: scaledMs(60_000),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-audio-output'],
  });
