import './gallery.css';
import { useLayoutEffect } from 'react';
import { useParams } from 'react-router-dom';
import { families } from './families.ts';

/** One family in one theme, without anything around it. */
export function SpecimensPage() {
  const params = useParams();
  const theme = params['theme'] === 'dark' ? 'dark' : 'light';
  const family = families.find(({ key }) => key === params['family']) ?? families[0];

  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    const before = dataset['theme'];
    dataset['theme'] = theme;
    return () => {
      if (before === undefined) delete dataset['theme'];
      else dataset['theme'] = before;
    };
  }, [theme]);

  return (
    <main className="gallery-specimens">
      <h1>{family?.title}</h1>
      {family?.specimens.map(({ names, Show }) => (
        <section key={names.join()} className="gallery-specimen">
          <h2>{names.join(', ')}</h2>
          <div className="gallery-states">
            <Show />
          </div>
        </section>
      ))}
    </main>
  );
}
