import { formatNumber } from '../lib/format';
import { Button } from './button';

/** Says how much is new in a list whose rows stay where they are. */
export const NewRows = ({ changed, onShow }: { changed: number; onShow: () => void }) => (
  <p role="status" className="min-h-8">
    {changed > 0 && <Button onClick={onShow}>{`${formatNumber(changed)} new or gone: show the latest`}</Button>}
  </p>
);
