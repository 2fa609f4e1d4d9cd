// The only module that imports the library (dependency-cruiser checks that), so that it is never loaded with telemetry on.
import '../../telemetry-off.js';

import { InferenceSession, Tensor } from 'onnxruntime-node';

export { InferenceSession, Tensor };

/** How every model is run. `cores` is how many of them work on one text. */
export function sessionOptions(cores = 1): InferenceSession.SessionOptions {
  return {
    intraOpNumThreads: cores,
    interOpNumThreads: 1,
    extra: {
      session: {
        // Otherwise x86 processors without VNNI multiply 8-bit numbers with instructions that saturate, and vectors depend on the
        // processor: those of the English encoder were off by a cosine of up to .05. Being precise takes no longer.
        x64quantprecision: '1',
        // Threads that spin while they wait for each other take the cores from those who have work.
        intra_op: { allow_spinning: '0' },
      },
    },
  };
}
