import { useEffect, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { findHits, type Hit } from './find-hits';

/** Opens the dialog by ⌘K or Ctrl+K. */
export function useJumpKey(open: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  });
}

/** Leads to a page, a campaign, a job, a call, an import, a webhook or a number. */
export function JumpDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const client = useQueryClient();
  const found = { queryKey: ['jump', text.trim()], queryFn: () => findHits(text.trim()), staleTime: 10_000 };
  const hits = useQuery({ ...found, placeholderData: (previous) => previous });
  const go = (hit: Hit | undefined): void => {
    if (hit === undefined) return;
    onClose();
    // A path of this application, whose parameters are filled in.
    void navigate({ to: hit.href as '/' });
  };
  return (
    <Dialog title="Jump to" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // What is shown may still be the answer to an earlier text.
          client.query(found).then(
            ([first]) => go(first),
            () => undefined,
          );
        }}
      >
        <input
          className="w-full"
          aria-label="Page, campaign, id or phone number"
          placeholder="Page, campaign, id or phone number"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
      {hits.error !== null && <Failure error={hits.error} />}
      <ul aria-label="Found" aria-busy={hits.isFetching} className="max-h-80 overflow-y-auto">
        {hits.data?.map((hit) => (
          <li key={hit.href}>
            <button type="button" className="hover:bg-page w-full rounded p-2 text-left" onClick={() => go(hit)}>
              {hit.name} <span className="text-muted">{hit.kind}</span>
            </button>
          </li>
        ))}
      </ul>
      {hits.data?.length === 0 && <p role="status">Nothing found.</p>}
    </Dialog>
  );
}
