import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { signIn, type Credential } from '../api/sign-in';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { TextField } from '../ui/fields';

/** Signs in with a key, and shows why a link did not. */
export function SignIn({ linkError }: { linkError: unknown }) {
  const [key, setKey] = useState('');
  const client = useQueryClient();
  const attempt = useMutation({
    mutationFn: (credential: Credential) => signIn(client, credential),
  });
  const error = attempt.error ?? linkError;
  return (
    <main className="mx-auto mt-24 max-w-sm space-y-4 p-4">
      <h1>Sign in to Outdial</h1>
      <form
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (key.trim() !== '') attempt.mutate({ key: key.trim() });
        }}
      >
        <TextField label="API key" type="password" value={key} onChange={setKey} />
        {error !== null && error !== undefined && <Failure error={error} />}
        <Button
          type="submit"
          tone="primary"
          busy={attempt.isPending}
          reason={key.trim() === '' ? 'Enter an API key.' : undefined}
        >
          Sign in
        </Button>
      </form>
      <p className="text-muted">
        The key stays in this browser until you sign out, for twelve hours at most, as a cookie that scripts cannot
        read. <code>npm start</code> prints a link that signs in once.
      </p>
    </main>
  );
}
