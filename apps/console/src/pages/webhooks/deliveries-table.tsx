import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import type { WebhookDelivery } from '@outdial/client';
import { formatNumber, words } from '../../lib/format';
import { useStableRows } from '../../lib/use-stable-rows';
import { Action } from '../../ui/action';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { Dialog } from '../../ui/dialog';
import { Instant } from '../../ui/instant';
import { Json } from '../../ui/layout';
import { NewRows } from '../../ui/new-rows';
import { Table, type Column } from '../../ui/table';
import { redeliver } from './webhook-requests';

interface DeliveriesTableProps {
  /** Names the list: in another one, rows do not stay where they were. */
  list: string;
  rows: readonly WebhookDelivery[];
}

/** Deliveries of events, with their attempts on request. Rows stay where they are. */
export function DeliveriesTable({ list, rows }: DeliveriesTableProps) {
  const { shown, changed, showLatest } = useStableRows(rows, ({ ID }) => ID, list);
  const [opened, setOpened] = useState<WebhookDelivery>();
  return (
    <>
      <NewRows changed={changed} onShow={showLatest} />
      <Table caption="Deliveries" columns={columnsOf(setOpened)} rows={shown} rowKey={({ ID }) => ID} />
      {opened !== undefined && <Attempts delivery={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

const lastAttempt = ({ Attempts: attempts }: WebhookDelivery): string => {
  const last = attempts.at(-1);
  if (last === undefined) return '–';
  return last.Status === undefined ? words(last.ErrorClass ?? 'failed') : String(last.Status);
};

const columnsOf = (open: (delivery: WebhookDelivery) => void): Column<WebhookDelivery>[] => [
  {
    head: 'Webhook',
    cell: ({ WebhookID }) => (
      <Link to="/webhooks/$webhookID" params={{ webhookID: WebhookID }} title={WebhookID}>
        …{WebhookID.slice(-8)}
      </Link>
    ),
  },
  { head: 'State', cell: ({ State }) => <Chip state={State} /> },
  { head: 'Event', cell: ({ Event, Data }) => words(typeof Data['State'] === 'string' ? Data['State'] : Event) },
  {
    head: 'Job',
    cell: ({ JobID, CampaignID }) =>
      JobID === undefined ? (
        '–'
      ) : (
        <Link to="/campaigns/$campaignID/jobs/$jobID" params={{ campaignID: CampaignID, jobID: JobID }} title={JobID}>
          …{JobID.slice(-8)}
        </Link>
      ),
  },
  { head: 'Last answer', cell: lastAttempt },
  { head: 'Attempts', numeric: true, cell: ({ Attempts: attempts }) => formatNumber(attempts.length) },
  { head: 'Next attempt', cell: ({ NextAttemptMS }) => <Instant at={NextAttemptMS} /> },
  { head: 'Created', cell: ({ CreatedAt }) => <Instant at={CreatedAt} /> },
  {
    head: 'Actions',
    cell: (delivery) => (
      <span className="flex gap-1">
        <Button onClick={() => open(delivery)}>Attempts</Button>
        <Action
          label="Redeliver"
          scope="webhooks:manage"
          unless={delivery.State === 'pending' ? 'It is still being delivered.' : undefined}
          request={() => redeliver(delivery)}
        >
          <p>Sends the same event again, with the same id, so that the receiver can recognize it.</p>
        </Action>
      </span>
    ),
  },
];

const Attempts = ({ delivery, onClose }: { delivery: WebhookDelivery; onClose: () => void }) => (
  <Dialog title="Attempts" onClose={onClose}>
    <Table
      caption="Attempts"
      rows={delivery.Attempts}
      rowKey={({ Number: number }) => String(number)}
      columns={[
        { head: 'When', cell: ({ AtMS }) => <Instant at={AtMS} /> },
        { head: 'Answer', cell: ({ Status, ErrorClass }) => Status ?? words(ErrorClass ?? '') },
        { head: 'Took', numeric: true, cell: ({ DurationMS }) => `${formatNumber(DurationMS)} ms` },
        { head: 'Body or error', cell: ({ ResponseBody, Error: error }) => <code>{error ?? ResponseBody ?? ''}</code> },
      ]}
    />
    <Json label="Delivery" value={delivery} />
    <Button onClick={onClose}>Close</Button>
  </Dialog>
);
