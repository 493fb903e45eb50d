import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { DeliveryEnd } from '../shared/domain/webhook/attempt';
import { searchAttributes } from '../shared/messages/search-attributes';

/** What operators see of a delivery that is not delivered at once: a search attribute to list such ones by, and details. */
export interface DeliveryDisplay {
  /** @param failure what failed, such as `HTTP 503 at attempt 1 of 20` */
  showFailing(failure: string): void;
  showEnd(end: DeliveryEnd): void;
  isFailing(): boolean;
}

/** Shows nothing, which costs nothing, until an attempt has failed. */
export function createDeliveryDisplay(): DeliveryDisplay {
  let failing = false;
  const showState = (value: 'failing' | DeliveryEnd): void =>
    upsertSearchAttributes([{ key: searchAttributes.DeliveryState, value }]);
  return {
    showFailing: (failure) => {
      if (failing) return;
      failing = true;
      showState('failing');
      setCurrentDetails(
        `**failing** since ${failure}. The pending activity shows the last failure and when the next attempt is due.`,
      );
    },
    showEnd: (end) => {
      if (!failing) return;
      showState(end);
      setCurrentDetails(`**${end}** after attempts that failed`);
    },
    isFailing: () => failing,
  };
}
