/** The amplitude of a sine of 0 dBm0 in 16-bit samples: G.711 clips a sine at 3.14 dBm0 (A-law) or 3.17 dBm0 (mu-law). */
const zeroLevelAmplitude = 32_768 / 10 ** (3.14 / 20);

/** The amplitude of a sine at a level in dBm0, the level of the telephone network. */
export const amplitudeOf = (dbm0: number): number => zeroLevelAmplitude * 10 ** (dbm0 / 20);

/** The mean square of a sine at a level in dBm0. */
export const powerOf = (dbm0: number): number => amplitudeOf(dbm0) ** 2 / 2;
