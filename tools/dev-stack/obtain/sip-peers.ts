import type { DebianProgram } from './debian-packages';

/** The telephones, proxies and exchanges of others that the interop tests call (docs/telephony-interop.md). */
export const sipPeers = {
  /** Plays scenarios message by message, and refuses whatever they do not expect. */
  sipp: { command: 'sipp', folder: 'bin', packages: ['sip-tester'], cacheName: 'debian-sipp-1' },
  /** A proxy, as carriers have it at their border. */
  kamailio: { command: 'kamailio', folder: 'sbin', packages: ['kamailio'], cacheName: 'debian-kamailio-1' },
  /** A telephone. */
  baresip: { command: 'baresip', folder: 'bin', packages: ['baresip-core'], cacheName: 'debian-baresip-1' },
} as const satisfies Record<string, DebianProgram>;
