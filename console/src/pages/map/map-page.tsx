import type { DocumentMap } from '@sextant/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Page } from '../../design/layout.js';
import { Empty, Failure, Loading, messageOf, Progress } from '../../design/states.js';
import { FirstDocuments } from '../../shared/first-documents.js';
import { formatCount, formatNumber, formatPercent } from '../../shared/format.js';
import { DocumentPanel } from './document-panel.js';
import { Legend } from './legend.js';
import styles from './map.module.css';
import { addressOf, type MapAddress, readAddress } from './map-address.js';
import { MapCanvas } from './map-canvas.js';
import { MapTools } from './map-tools.js';
import { useColorFields, useLitDocuments, useMap, useTitle } from './queries.js';
import { RegionList } from './region-list.js';
import { SelectionPanel } from './selection-panel.js';
import { litPoints, placesOf, type ShownPoints } from './shown-points.js';

export default function MapPage() {
  const address = readAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (next: Partial<MapAddress>) =>
    void navigate({ to: '/map', search: addressOf({ ...address, ...next }), replace: true });
  const { data: map, error, refetch } = useMap(address.color);
  return (
    <Page title="Map">
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {map === undefined && error === null && <Loading label="Loading the map" lines={8} />}
      {map !== undefined && <MapInState map={map} address={address} onChange={change} />}
    </Page>
  );
}

interface MapProps {
  map: DocumentMap;
  address: MapAddress;
  onChange: (next: Partial<MapAddress>) => void;
}

function MapInState(props: MapProps) {
  switch (props.map.state) {
    case 'ready':
      return <ReadyMap {...props} />;
    case 'computing':
      return <Making progress={props.map.progress ?? 0} total={props.map.total_number_of_documents} />;
    case 'off':
      return (
        <Empty icon="map" title="This service makes no maps">
          Whoever runs it can change that: SEXTANT_MAP=on.
        </Empty>
      );
    case 'empty':
      return (
        <Empty icon="map" title="No documents yet">
          The map shows all documents, similar ones side by side. <FirstDocuments />
        </Empty>
      );
  }
}

function Making({ progress, total }: { progress: number; total: number }) {
  return (
    <div className={styles.making} role="status">
      <h2>The map is being made</h2>
      <p>
        {formatCount(total, 'document finds its place', 'documents find their places')} beside similar ones. That
        happens once; later changes are added at once.
      </p>
      <Progress label={formatPercent(Math.round(100 * progress) / 100)} value={progress} max={1} />
    </div>
  );
}

function ReadyMap({ map, address, onChange }: MapProps) {
  const { color, query, id } = address;
  const [isLasso, setLasso] = useState(false);
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const fields = useColorFields();
  const found = useLitDocuments(query);
  const hits = query.trim() === '' ? undefined : found.data;
  const places = useMemo(() => placesOf(map), [map]);
  const wanted = useMemo(() => {
    if (hits === undefined) return chosen === null ? null : new Set(chosen);
    return new Set(hits.data.map((hit) => hit.id));
  }, [hits, chosen]);
  const points = useMemo(
    (): ShownPoints => ({ ...places, lit: litPoints(places.ids, wanted), isDimmed: wanted !== null }),
    [places, wanted],
  );
  const open = useMemo(() => (id === null ? -1 : places.ids.indexOf(id)), [places, id]);
  const choose = (indexes: readonly number[]) => {
    setChosen(indexes.map((point) => places.ids[point]!));
    setLasso(false);
    onChange({ id: null });
  };
  return (
    <>
      <MapTools
        query={query}
        onQuery={(next) => onChange({ query: next })}
        color={color}
        fields={fields}
        onColor={(next) => onChange({ color: next })}
        isLasso={isLasso}
        onLasso={setLasso}
        note={found.error !== null ? messageOf(found.error) : noteOf(map, hits)}
      />
      <div className={styles.columns}>
        <MapCanvas
          points={points}
          regions={map.regions}
          isLasso={isLasso}
          open={open === -1 ? null : open}
          onOpen={(point) => onChange({ id: places.ids[point]! })}
          onSelect={choose}
          tip={(point) => <Title id={places.ids[point]!} />}
        />
        <div className={styles.side}>
          {id !== null && <DocumentPanel id={id} onClose={() => onChange({ id: null })} />}
          {chosen !== null && (
            <SelectionPanel
              key={chosen.join()}
              ids={chosen}
              onOpen={(one) => onChange({ id: one })}
              onClear={() => setChosen(null)}
            />
          )}
          <Legend map={map} onSelect={choose} />
          <RegionList map={map} onSelect={choose} />
        </div>
      </div>
    </>
  );
}

function Title({ id }: { id: string }) {
  const title = useTitle(id);
  return <span dir="auto">{title ?? '…'}</span>;
}

/** What lights up; or else how many documents there are, and what is still going on. */
function noteOf(
  map: DocumentMap,
  hits: { total_number_of_results: number; data: readonly unknown[] } | undefined,
): string {
  if (hits !== undefined) {
    const { total_number_of_results: total, data } = hits;
    if (total > data.length) return `The best ${formatNumber(data.length)} of ${formatNumber(total)} found`;
    return total === 0 ? 'Nothing found' : `${formatNumber(total)} found`;
  }
  const { number_of_points: shown, total_number_of_documents: total, progress } = map;
  const all = formatCount(total, 'document');
  const count = shown === total ? all : `${formatNumber(shown)} of ${all}`;
  return progress === null
    ? count
    : `${count}; a newer map is ${formatPercent(Math.round(100 * progress) / 100)} ready`;
}
