// The only module that imports the library (dependency-cruiser checks that), so that it is never loaded with telemetry on.
import '../../telemetry-off.js';

import { InferenceSession, Tensor } from 'onnxruntime-node';

export { InferenceSession, Tensor };
