import { callsOverAsterisk } from '../../support/sizes';
import { describeService } from './describe-service';
import { startAsteriskLine, startSippLine } from './lines';

describeService('CALL_PROVIDER=sip and a trunk to SIPp', startSippLine);
if (callsOverAsterisk) describeService('CALL_PROVIDER=sip and a trunk to Asterisk', startAsteriskLine);
