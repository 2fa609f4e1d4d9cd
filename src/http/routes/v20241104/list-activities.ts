import { Type } from 'typebox';
import { MODES, type Mode } from '../../../domain/document/document.js';
import { formatTimestamp } from '../../../domain/document/timestamp.js';
import {
  ACTIVITY_KINDS,
  type Activity,
  type ActivityKind,
  activity,
  listActivities,
} from '../../../operations/activity/activities.js';
import { requireEveryTenant } from '../../../operations/tenancy.js';
import { callerOf, SEES_FIGURES } from '../../admission/caller.js';
import { choice, nullable } from '../../schemas/checked.js';
import { answers, enveloped, exampleEnvelope, nullableText } from '../../schemas/responses.js';
import type { Services } from '../../services.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

function documents(description: string) {
  return nullable<number>(Type.Integer({ description }));
}

const listedActivity = Type.Object(
  {
    kind: choice<ActivityKind>(ACTIVITY_KINDS, 'What goes on. There may be further kinds in the future.', {
      title: 'ActivityKind',
    }),
    mode: nullable<Mode>(choice<Mode>(MODES, 'Which documents or models it is about; null for those of both modes.')),
    status: choice(['running', 'waiting'], 'waiting if it has not begun.'),
    started_at: nullable<string>(Type.String({ description: 'ISO 8601 in UTC; null for what waits.' })),
    progress: nullable<number>(Type.Number({ description: 'From 0 to 1; null where the end is not known.' })),
    received: documents('Lines of an import that have arrived.'),
    done: documents('Documents that are written, embedded or indexed.'),
    failed: documents('Documents for which that failed.'),
    total: documents('Documents that the work is about; null where that is not known.'),
    model_id: nullableText,
    model_version: nullableText,
  },
  { title: 'Activity', description: 'Fields that do not apply are null.' },
);

const activityList = enveloped('activity_list', { data: Type.Array(listedActivity) });

const EXAMPLE = {
  ...exampleEnvelope('activity_list', '/v20241104/activity'),
  data: [
    activityView(
      activity({ kind: 'import', mode: 'live', startedAt: 1_730_712_600_000, received: 5200, done: 5100, failed: 3 }),
    ),
  ],
};

export function listActivitiesRoute(server: TypedServer, { activities }: Services): void {
  server.get(
    '/activity',
    {
      config: { scope: SEES_FIGURES },
      schema: {
        operationId: 'listActivities',
        tags: ['Monitoring'],
        summary: 'List what goes on',
        description:
          'Returns what this instance is doing besides answering requests: imports, trainings, the change to another encoder, merges ' +
          'of the index, catching up with the store, the making of a map. The oldest comes first. The key needs the scope metrics or admin, ' +
          'and must not be bound to tenants.',
        response: answers(activityList, EXAMPLE),
      },
    },
    async (request) => {
      const caller = callerOf(request);
      requireEveryTenant(caller);
      const running = await listActivities(activities, caller.mode);
      return { data: running.map(activityView), ...envelope(request, 'activity_list') };
    },
  );
}

function activityView({ startedAt, model, kind, mode, progress, received, done, failed, total }: Activity) {
  return {
    kind,
    mode,
    status: startedAt === null ? ('waiting' as const) : ('running' as const),
    started_at: startedAt === null ? null : formatTimestamp(startedAt),
    progress,
    received,
    done,
    failed,
    total,
    model_id: model?.id ?? null,
    model_version: model?.version ?? null,
  };
}
