import { formatNumber } from '../lib/format';
import { Button } from './button';

/** Says how much is new in a list whose rows stay where they are. */
export const NewRows = ({ added, onShow }: { added: number; onShow: () => void }) => (
  <p role="status" className="min-h-8">
    {added > 0 && <Button onClick={onShow}>{`${formatNumber(added)} new or changed: show`}</Button>}
  </p>
);
