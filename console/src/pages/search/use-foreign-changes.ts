import { useEffect, useRef } from 'react';

/**
 * For a control that writes into the address and shows what is there: calls `onForeign` when the value there is not one that
 * the control has sent itself. What it sends comes back later, perhaps when more has been written. Returns how to note it.
 */
export function useForeignChanges(value: string, onForeign: () => void): (sent: string) => void {
  const onTheWay = useRef([value]);
  const handler = useRef(onForeign);
  handler.current = onForeign;
  useEffect(() => {
    const place = onTheWay.current.indexOf(value);
    // Those before it were overtaken.
    if (place === -1) handler.current();
    else onTheWay.current.splice(0, place + 1);
  }, [value]);
  return (sent) => onTheWay.current.push(sent);
}
