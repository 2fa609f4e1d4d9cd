import { Fragment } from 'react';
import { shortened } from './shortened.js';

/** A label, divided where its words end: it may have no spaces. Labels often differ only at their ends, so these are shown. */
export function LabelText({ label }: { label: string }) {
  return (
    <bdi>
      {shortened(label)
        .split(/(?<=[_\-./:])/)
        .map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing but their place
          <Fragment key={index}>
            {part}
            <wbr />
          </Fragment>
        ))}
    </bdi>
  );
}
