import { useState } from 'react';
import { Link, Outlet } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useIsStreaming, useLiveEvents } from '../api/live-events';
import { useMe } from '../api/session';
import { signOut } from '../api/sign-in';
import { usePreferences, type Preferences } from '../lib/preferences';
import { Button } from '../ui/button';
import { JumpDialog, useJumpKey } from './jump';
import { pages } from './pages';

/** The frame of every page: where one can go, who is signed in, and how it is shown. */
export function Shell() {
  const [jumping, setJumping] = useState(false);
  useJumpKey(() => setJumping(true));
  useLiveEvents();
  return (
    <div className="flex min-h-screen flex-col md:flex-row">
      <a href="#main" className="bg-panel absolute left-2 -top-20 z-20 rounded p-2 focus:top-2">
        Skip to the content
      </a>
      <header className="border-line bg-panel flex shrink-0 flex-col gap-3 border-b p-3 md:sticky md:top-0 md:h-screen md:w-52 md:overflow-y-auto md:border-r md:border-b-0">
        <div className="font-semibold">Outdial</div>
        <Button onClick={() => setJumping(true)}>Jump to… ⌘K</Button>
        <nav aria-label="Pages">
          <ul className="flex flex-wrap gap-x-3 gap-y-1 md:flex-col">
            {pages.map(({ to, name }) => (
              <li key={to}>
                <Link
                  to={to}
                  activeOptions={{ exact: to === '/', includeSearch: false }}
                  className="text-ink block rounded px-2 py-1 aria-[current=page]:bg-page aria-[current=page]:font-semibold"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <SessionBox />
      </header>
      <main id="main" tabIndex={-1} className="min-w-0 flex-1 p-4">
        <Outlet />
      </main>
      {jumping && <JumpDialog onClose={() => setJumping(false)} />}
    </div>
  );
}

const choices = {
  theme: [
    ['system', 'System colors'],
    ['light', 'Light'],
    ['dark', 'Dark'],
  ],
  zone: [
    ['yours', 'Your time'],
    ['utc', 'UTC'],
    ['contact', "Contact's time"],
  ],
  updates: [
    ['live', 'Live updates'],
    ['held', 'Updates held'],
  ],
} as const satisfies { [Name in keyof Preferences]: readonly (readonly [Preferences[Name], string])[] };

const labels: Record<keyof Preferences, string> = { theme: 'Colors', zone: 'Times', updates: 'Updates' };

function SessionBox() {
  const me = useMe();
  const client = useQueryClient();
  const [preferences, change] = usePreferences();
  const leave = async (): Promise<void> => {
    await signOut(client);
  };
  return (
    <div className="mt-auto space-y-2">
      {(Object.keys(choices) as (keyof Preferences)[]).map((name) => (
        <select
          key={name}
          aria-label={labels[name]}
          className="w-full"
          value={preferences[name]}
          onChange={(event) => change({ [name]: event.target.value })}
        >
          {choices[name].map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      ))}
      <UpdatesNote />
      <p className="break-words">
        {me.OrganizationName} <span className="text-muted block">{me.KeyName}</span>
      </p>
      <Button onClick={() => void leave()}>Sign out</Button>
    </div>
  );
}

/** How changes reach the page. */
function UpdatesNote() {
  const isStreaming = useIsStreaming();
  const [{ updates }] = usePreferences();
  if (updates === 'held') return <p className="text-warn">Nothing on the page changes.</p>;
  return <p className="text-muted">{isStreaming ? 'Changes appear as they happen.' : 'Changes appear within 10 s.'}</p>;
}
