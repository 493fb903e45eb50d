/** The two sides of a call: `bot` is the audio of the assistant, `user` that of the contact. */
export const audioChannels = ['bot', 'user'] as const;
export type AudioChannel = (typeof audioChannels)[number];

/** Samples per second of the PCM, 16-bit mono little-endian, that this service uses. */
export const sampleRates = { bot: 24_000, user: 16_000 } as const satisfies Record<AudioChannel, number>;
/** Samples per second of the telephone network: of G.711, and of every detector here. */
export const telephoneRate = 8_000;
/** Sample rates that PCM is converted between. */
export type PcmRate = 8_000 | 16_000 | 24_000;
/** Length of a frame in ms. */
export const frameMs = 20;
export const sampleBytes = 2;

/** Bytes of `ms` milliseconds of a channel, in whole samples. */
export const bytesOf = (channel: AudioChannel, ms: number): number =>
  Math.round((ms * sampleRates[channel]) / 1000) * sampleBytes;
