import { existsSync, readFileSync } from 'node:fs';

/**
 * Whether a program on this machine listens on a port. It looks at the system's table: a message to a telephone would already
 * be a call. Linux only, as the programs that are obtained.
 */
export function isBound(port: number, transport: 'udp' | 'tcp'): boolean {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return [transport, `${transport}6`]
    .flatMap((table) =>
      existsSync(`/proc/net/${table}`) ? readFileSync(`/proc/net/${table}`, 'utf8').split('\n') : [],
    )
    .some((line) => line.trim().split(/\s+/)[1]?.endsWith(local));
}
