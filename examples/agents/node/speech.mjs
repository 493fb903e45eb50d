// Speech by two programs of Debian: flite speaks, and pocketsphinx recognizes the sentences of a grammar.
import { Buffer } from 'node:buffer';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const headerBytes = 44;
const rate = 16_000;

const withFolder = async (use) => {
  const folder = await mkdtemp(join(tmpdir(), 'outdial-agent-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Samples at 16 kHz as a WAV file. */
function toWav(samples) {
  const data = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const header = Buffer.alloc(headerBytes);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

/**
 * @param sentences what the contact may say
 * @param programs paths of the programs and of the English model, if they are not where Debian installs them
 */
export function createSpeech(sentences, programs = {}) {
  const {
    flite = 'flite',
    pocketsphinx = 'pocketsphinx_continuous',
    model = '/usr/share/pocketsphinx/model/en-us',
  } = programs;
  const rule = sentences.map((sentence) => sentence.toLowerCase().replaceAll(/[^a-z' ]/g, '')).join(' | ');
  const grammar = `#JSGF V1.0;\ngrammar replies;\npublic <reply> = ${rule};\n`;
  return {
    /** @returns the spoken text, samples at 16 kHz */
    speak: (text) =>
      withFolder(async (folder) => {
        const file = join(folder, 'speech.wav');
        await run(flite, ['-voice', 'slt', '-t', text, '-o', file]);
        const data = (await readFile(file)).subarray(headerBytes);
        return Int16Array.from({ length: data.length >> 1 }, (_, index) => data.readInt16LE(index * 2));
      }),

    /** @returns the sentence that was recognized, or an empty text */
    hear: (samples) =>
      withFolder(async (folder) => {
        const [file, jsgf] = [join(folder, 'heard.wav'), join(folder, 'replies.jsgf')];
        await Promise.all([writeFile(file, toWav(samples)), writeFile(jsgf, grammar)]);
        const options = [
          '-hmm',
          join(model, 'en-us'),
          '-dict',
          join(model, 'cmudict-en-us.dict'),
          '-logfn',
          '/dev/null',
        ];
        const { stdout } = await run(pocketsphinx, ['-infile', file, '-jsgf', jsgf, ...options]);
        return stdout.trim().split('\n').at(-1) ?? '';
      }),
  };
}
