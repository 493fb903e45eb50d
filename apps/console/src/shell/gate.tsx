import { useEffect, useState, type ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SessionProvider } from '../api/session';
import { meOptions, signIn, takeTicket } from '../api/sign-in';
import { Failure } from '../ui/failure';
import { SignIn } from './sign-in';

// Taken before anything else reads the address.
let ticket = takeTicket();

/** Uses the ticket of a sign-in link, also of one that is opened in a page that is open already. */
function useSignInLink(): { error: unknown; isPending: boolean } {
  const [pending, setPending] = useState(ticket !== undefined);
  const [error, setError] = useState<unknown>();
  const client = useQueryClient();
  useEffect(() => {
    const use = async (): Promise<void> => {
      ticket ??= takeTicket();
      if (ticket === undefined) return;
      const taken = ticket;
      ticket = undefined;
      setPending(true);
      try {
        await signIn(client, { ticket: taken });
        await client.invalidateQueries();
      } catch (failure) {
        setError(failure);
      }
      setPending(false);
    };
    const listen = (): void => void use();
    listen();
    window.addEventListener('hashchange', listen);
    return () => window.removeEventListener('hashchange', listen);
  }, [client]);
  return { error, isPending: pending };
}

/** Shows its children to those who are signed in. The session is looked at each minute, and with each refused request. */
export function Gate({ children }: { children: ReactNode }) {
  const link = useSignInLink();
  const me = useQuery({ ...meOptions, enabled: !link.isPending, refetchInterval: 60_000, retry: false });
  const error: unknown = me.error;
  if (me.data === null) return <SignIn linkError={link.error} />;
  if (me.data !== undefined) return <SessionProvider me={me.data}>{children}</SessionProvider>;
  return <main className="p-6">{error === null ? <p role="status">Loading…</p> : <Failure error={error} />}</main>;
}
