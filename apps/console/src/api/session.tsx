import { createContext, use, type ReactNode } from 'react';
import type { components } from '@outdial/client';
import type { Scope } from '@outdial/client';

/** Who is signed in: the organization, and what the key may do. */
export type Me = components['schemas']['Me'];

const SessionContext = createContext<Me | undefined>(undefined);

/** Gives the pages below it the session. */
export const SessionProvider = ({ me, children }: { me: Me; children: ReactNode }) => (
  <SessionContext value={me}>{children}</SessionContext>
);

/** The session. @throws outside of a {@link SessionProvider} */
export function useMe(): Me {
  const me = use(SessionContext);
  if (me === undefined) throw new Error('No session.');
  return me;
}

/** Why the key may not do something that needs these scopes; `undefined` if it may. */
export function useRefusal(...needed: readonly Scope[]): string | undefined {
  const { Scopes } = useMe();
  const missing = needed.find((scope) => !Scopes.includes(scope));
  return missing === undefined ? undefined : `Your key lacks the scope ${missing}.`;
}
