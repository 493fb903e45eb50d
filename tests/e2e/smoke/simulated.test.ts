import { describeService } from './describe-service';
import { startSimulatedLine } from './lines';

describeService('the simulated network', startSimulatedLine);
