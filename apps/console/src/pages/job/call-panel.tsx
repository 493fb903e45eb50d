import type { Call, Job } from '@outdial/client';
import { words } from '../../lib/format';
import { Chip } from '../../ui/chip';
import { Instant } from '../../ui/instant';
import { Facts, Json, Panel } from '../../ui/layout';
import { StopCall } from '../calls/stop-call';
import type { JobPath } from './job-requests';
import { Player } from './player';

interface CallPanelProps {
  path: JobPath;
  call: Call;
  analysis: NonNullable<Job['Data']['CallAnalyses']>[string] | undefined;
  zone: string | undefined;
}

/** One call: how it ended, what was said, and what the analysis found. */
export function CallPanel({ path, call, analysis, zone }: CallPanelProps) {
  const attempt = call.ID.replace(/^.*_/, '');
  return (
    <Panel
      title={`Call ${attempt}`}
      actions={call.State === 'active' && <StopCall path={{ ...path, callID: call.ID }} />}
    >
      <div className="grid gap-4 lg:grid-cols-[20rem_1fr]">
        <div className="space-y-3">
          <Facts
            facts={[
              ['State', <Chip key="state" state={call.State} />],
              ['Dialed', <Instant key="dialed" at={call.CreatedAt} zone={zone} />],
              ['Answered', <Instant key="answered" at={call.ConnectedAt} zone={zone} />],
              ['Ended', <Instant key="ended" at={call.EndedAt} zone={zone} />],
              ['Ended by', call.EndedReason === undefined ? '–' : words(call.EndedReason)],
              ['Detail', call.EndedDetail === undefined ? '–' : words(call.EndedDetail)],
              ['Answered by', call.AnsweredBy ?? '–'],
              ['Line', lineOf(call)],
              ...(call.Error === undefined ? [] : [['Error', call.Error] as const]),
            ]}
          />
          {call.Events !== undefined && call.Events.length > 0 && (
            <Json label="Events in the call" value={call.Events} />
          )}
          {analysis !== undefined && (
            <>
              <h3>Analysis</h3>
              <p>{analysis.CallSummary}</p>
              <Facts
                facts={[
                  ['Outcome', words(analysis.ConversationEndReason)],
                  ['Asked if it is a bot', analysis.AskedIfBotOrAI ? 'yes' : 'no'],
                  ['Emotion', analysis.ExpressedEmotion ?? '–'],
                ]}
              />
              <Json label="Data of the analysis" value={analysis.Data} />
            </>
          )}
        </div>
        <Player path={{ ...path, callID: call.ID }} call={call} />
      </div>
    </Panel>
  );
}

function lineOf({ Line }: Call): string {
  if (Line === undefined) return '–';
  const { Provider, Trunk, SipCode, SipReason, Q850 } = Line;
  const codes = [
    SipCode === undefined ? '' : `SIP ${SipCode} ${SipReason ?? ''}`,
    Q850 === undefined ? '' : `Q.850 ${Q850}`,
  ];
  return [Provider, Trunk ?? '', ...codes].filter((part) => part !== '').join(' · ');
}
