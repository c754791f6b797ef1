import { assert, constantFrom, integer, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEMO_SUBJECTS } from '#server/demo/subjects.ts';
import { drawnPhoto } from './drawn-photo.ts';

const shapes = DEMO_SUBJECTS.map((subject) => subject.shape);

describe('a drawn photo', () => {
  it('exists for every subject of the demo, in every hue and view, without script, style or address', () => {
    assert(
      property(
        constantFrom(...shapes),
        integer({ min: 0, max: 359 }),
        integer({ min: 1, max: 999 }),
        (...name) => {
          const picture = drawnPhoto(`${name.join('-')}.svg`) ?? '';
          expect(picture).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" [^>]*viewBox="0 0 300 400"/);
          expect(picture).not.toMatch(/<script|<style|\son\w+=|href|undefined|NaN/);
        },
      ),
    );
  });

  it('is different for another shape, hue and view, and the same for the same name', () => {
    const names = ['dress-10-1.svg', 'dress-10-2.svg', 'dress-11-1.svg', 'mug-10-1.svg'];
    expect(new Set(names.map(drawnPhoto)).size).toBe(4);
    expect(drawnPhoto('dress-10-1.svg')).toBe(drawnPhoto('dress-10-1.svg'));
  });

  it('does not exist under any other name', () => {
    for (const name of [
      'dress-360-1.svg',
      'dress-1-0.svg',
      'dress-01-1.svg',
      'dress-1-1000.svg',
      'car-1-1.svg',
      'constructor-1-1.svg',
      '__proto__-1-1.svg',
      'dress-1-1.png',
      '../dress-1-1.svg',
      'dress-1-1.svg\n',
      'dress-1"/><script>-1.svg',
    ]) {
      expect(drawnPhoto(name)).toBeUndefined();
    }
    assert(property(string({ unit: 'binary' }), (name) => drawnPhoto(name) === undefined));
  });
});
