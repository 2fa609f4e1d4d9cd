import type { Category } from '@sextant/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../app/session.js';
import { Button, IconButton } from '../../design/button.js';
import { TextArea, TextInput } from '../../design/field.js';
import { Badge, Panel, Row, Stack } from '../../design/layout.js';
import { Failure, Loading } from '../../design/states.js';
import { ConfidenceBadge } from '../../shared/confidence-badge.js';
import { formatCount } from '../../shared/format.js';
import styles from './analyse.module.css';
import { keepCategories, keptCategories } from './categories.js';
import { FIRST_IS_SLOW, type Subject, withDocument } from './subject.js';

const MOST_CATEGORIES = 20;
const MOST_ASSIGNED = 3;
const SHORTEST_DESCRIPTION = 100;
const LONGEST_DESCRIPTION = 500;
const LONGEST_NAME = 100;

/** The caller's own categories, and which of them fit. */
export function CategoriesPanel({ subject }: { subject: Subject }) {
  const session = useSession();
  const { client, may } = session;
  const [categories, setCategories] = useState(keptCategories);
  const [isEditing, setEditing] = useState(false);
  const fitting = useMutation({
    mutationFn: () =>
      withDocument(subject, session, async (id) => {
        const { data } = await client.categorize({ document_id: [id], categories, max_categories: MOST_ASSIGNED });
        return data[0]!.categories;
      }),
  });
  if (!('documentId' in subject) && !may('write')) return null;
  const change = (changed: Category[]) => {
    setCategories(changed);
    keepCategories(changed);
    fitting.reset();
  };
  const isReady = categories.length > 0 && categories.every(isComplete);
  return (
    <Panel
      title="Categories"
      actions={
        <Row>
          <Button isSmall variant="quiet" icon="edit" isPressed={isEditing} onClick={() => setEditing(!isEditing)}>
            Edit
          </Button>
          <Button
            isSmall
            variant="primary"
            disabled={!isReady}
            isBusy={fitting.isPending}
            onClick={() => fitting.mutate()}
          >
            Categorize
          </Button>
        </Row>
      }
    >
      <Stack>
        {fitting.isPending && (
          <Loading lines={2} label="Comparing the text with the categories" reason={FIRST_IS_SLOW} />
        )}
        {fitting.isError && <Failure error={fitting.error} onRetry={() => fitting.mutate()} />}
        {fitting.isSuccess && fitting.data.length === 0 && <p>None of the categories fits.</p>}
        {fitting.isSuccess &&
          fitting.data.map(({ name, confidence_level }) => (
            <Row key={name}>
              <strong dir="auto">{name}</strong>
              <ConfidenceBadge level={confidence_level} />
            </Row>
          ))}
        {isEditing ? (
          <CategoryEditor categories={categories} onChange={change} />
        ) : (
          <Row>
            <span className={styles.muted}>To choose from:</span>
            {categories.map(({ name }) => (
              <Badge key={name} title={name}>
                <bdi>{name}</bdi>
              </Badge>
            ))}
          </Row>
        )}
      </Stack>
    </Panel>
  );
}

function isComplete({ name, description }: Category): boolean {
  return name.trim() !== '' && missingLetters(description) === 0;
}

function missingLetters(description: string): number {
  return Math.max(0, SHORTEST_DESCRIPTION - [...description].length);
}

function CategoryEditor({
  categories,
  onChange,
}: {
  categories: readonly Category[];
  onChange: (categories: Category[]) => void;
}) {
  const replace = (index: number, change: Partial<Category>) =>
    onChange(categories.map((category, place) => (place === index ? { ...category, ...change } : category)));
  return (
    <Stack>
      <p className={styles.muted}>
        A description of {SHORTEST_DESCRIPTION} to {LONGEST_DESCRIPTION} characters names as many subjects of its
        category as fit.
      </p>
      {categories.map(({ name, description }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a category has nothing but its place while its name is written
        <div key={index} className={styles.category}>
          <TextInput
            aria-label={`Name of category ${index + 1}`}
            maxLength={LONGEST_NAME}
            value={name}
            onChange={(event) => replace(index, { name: event.target.value })}
          />
          <div>
            <TextArea
              aria-label={`Description of category ${index + 1}`}
              maxLength={LONGEST_DESCRIPTION}
              value={description}
              onChange={(event) => replace(index, { description: event.target.value })}
            />
            {missingLetters(description) > 0 && (
              <p className={styles.muted}>{formatCount(missingLetters(description), 'more character')} needed</p>
            )}
          </div>
          <IconButton
            icon="trash"
            label={`Remove category ${index + 1}`}
            onClick={() => onChange(categories.filter((_, place) => place !== index))}
          />
        </div>
      ))}
      <Row>
        <Button
          isSmall
          icon="plus"
          disabled={categories.length >= MOST_CATEGORIES}
          onClick={() => onChange([...categories, { name: '', description: '' }])}
        >
          Add a category
        </Button>
      </Row>
    </Stack>
  );
}
