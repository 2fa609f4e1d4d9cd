import { readFile } from 'node:fs/promises';

/** How cosines become scores, as `training/calibration/calibrate-scores.ts` fits it to the vectors of one space. */
interface Calibration {
  space: string;
  /** The cosine at which results begin to be relevant: it scores 50. */
  middle: number;
  steepness: number;
}

/** From src/inference and from dist/inference alike. */
const CALIBRATION_FILE = new URL('../../models/calibration.json', import.meta.url);

/** For encoders that nobody has fitted a scale to: what many of those that are trained to compare sentences have. */
const TYPICAL = { middle: 0.25, steepness: 5 };

/** The scale for vectors of `space`, a guess where none was fitted to it. */
export async function readScoreScale(
  space: string,
): Promise<{ middle: number; steepness: number; calibrated: boolean }> {
  const { middle, steepness, space: fitted }: Calibration = JSON.parse(await readFile(CALIBRATION_FILE, 'utf8'));
  return fitted === space ? { middle, steepness, calibrated: true } : { ...TYPICAL, calibrated: false };
}
