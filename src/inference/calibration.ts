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

/** The scale for vectors of `space`. Where it was fitted to another space it is the best guess there is. */
export async function readScoreScale(
  space: string,
): Promise<{ middle: number; steepness: number; calibrated: boolean }> {
  const { middle, steepness, space: fitted }: Calibration = JSON.parse(await readFile(CALIBRATION_FILE, 'utf8'));
  return { middle, steepness, calibrated: fitted === space };
}
