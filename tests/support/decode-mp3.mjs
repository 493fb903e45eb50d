// Decodes the mp3 on stdin. The decoder is an ES module, which jest cannot load: it runs in a process of its own.
import { Buffer } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { MPEGDecoder } from 'mpg123-decoder';

const decoder = new MPEGDecoder({ enableGapless: true });
await decoder.ready;
const { channelData, samplesDecoded, sampleRate, errors } = decoder.decode(await buffer(process.stdin));
if (errors.length > 0) throw new Error(`The file does not decode: ${JSON.stringify(errors)}`);
const head = Buffer.from(Uint32Array.of(sampleRate, channelData.length, samplesDecoded).buffer);
process.stdout.write(
  Buffer.concat([head, ...channelData.map((side) => Buffer.from(side.slice(0, samplesDecoded).buffer))]),
);
