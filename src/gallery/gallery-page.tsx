import './gallery.css';
import { useSearchParams } from 'react-router-dom';
import { Segmented } from '#ui/segmented.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { families } from './families.ts';
import { chosenOf, themeOptions, widthOptions, type ThemeChoice } from './views.ts';

const THEMES_OF: Record<ThemeChoice, readonly ('light' | 'dark')[]> = {
  both: ['light', 'dark'],
  light: ['light'],
  dark: ['dark'],
};
const THEME_NAMES = { light: 'Светлая тема', dark: 'Тёмная тема' };

/**
 * Every component of src/ui in its states. A theme belongs to a document, and so do the widths at which the layout
 * changes: each view is a document of its own in a frame.
 */
export function GalleryPage() {
  const [params, setParams] = useSearchParams();
  const theme = chosenOf(themeOptions, params.get('theme'), 'both');
  const width = chosenOf(widthOptions, params.get('width'), '390');
  const family = families.find(({ key }) => key === params.get('family')) ?? families[0];
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    next.set(name, value);
    return next;
  };

  return (
    <div className="gallery">
      <header className="gallery-head">
        <h1>Галерея компонентов</h1>
        <Segmented
          label="Тема"
          isLabelShown
          value={theme}
          onChange={(value) => setParams(change('theme', value), { replace: true })}
          options={themeOptions}
        />
        <Segmented
          label="Ширина, px"
          isLabelShown
          value={width}
          onChange={(value) => setParams(change('width', value), { replace: true })}
          options={widthOptions}
        />
        <p className="gallery-hint">
          Контрастные цвета: devtools → Rendering → Emulate CSS media feature forced-colors → active.
        </p>
      </header>
      <Tabs
        label="Семейства"
        items={families.map(({ key, title }) => ({
          key,
          label: title,
          to: `?${change('family', key)}`,
          isCurrent: key === family?.key,
        }))}
        isReplacing
      />
      <main className="gallery-views">
        {THEMES_OF[theme].map((shown) => {
          const address = `/ui/${family?.key}/${shown}`;
          return (
            <section
              key={shown}
              className="gallery-view"
              style={width === 'window' ? { flex: '1 1 20rem' } : { width: `${width}px` }}
            >
              <p className="gallery-state-name">
                {THEME_NAMES[shown]} ·{' '}
                <TextLink to={address} target="_blank">
                  отдельно
                </TextLink>
              </p>
              {/* oxlint-disable-next-line react/iframe-missing-sandbox -- it shows this application itself */}
              <iframe title={THEME_NAMES[shown]} src={address} className="gallery-frame" />
            </section>
          );
        })}
      </main>
    </div>
  );
}
