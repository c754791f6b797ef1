import { fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, Link as RoutersLink, Outlet, RouterProvider } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { Link, type LinkProps } from './link.tsx';

function show(props: LinkProps, at = '/home/cards?page=2') {
  const { onFollow: _onFollow, ...forRouter } = props;
  const page = (
    <>
      <Link {...props}>Наша</Link>
      <RoutersLink {...forRouter}>Чужая</RoutersLink>
      <Outlet />
    </>
  );
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: ['/before', at] });
  render(<RouterProvider router={router} />);
  return { router, link: screen.getByRole('link', { name: 'Наша' }) };
}

/** False: the browser was kept from following the link by itself. */
const click = (link: HTMLElement, init?: MouseEventInit) => fireEvent.click(link, { button: 0, ...init });

describe('Link', () => {
  it.each([
    { to: '/home/cards/edit?id=5#prices', className: 'row' },
    { to: '?page=3', 'aria-current': 'page' as const },
    { to: 'edit', target: '_blank', title: 'Карточка' },
    { to: { pathname: '/home', search: '?a=1' }, replace: true, state: { from: 'list' } },
    { to: '..', preventScrollReset: true },
  ] satisfies LinkProps[])('is the link that the router makes of $to', (props) => {
    const { link } = show(props);
    const others = screen.getByRole('link', { name: 'Чужая' });
    // The router marks its own for frameworks, which ask for pages ahead by it.
    others.removeAttribute('data-discover');
    others.textContent = link.textContent;
    expect(link.outerHTML).toBe(others.outerHTML);
  });

  it('leads to its page with the state that goes with it, and without loading the app anew', () => {
    const { router, link } = show({ to: '/home/shipments?id=7', state: { from: 'cards' } });
    expect(click(link)).toBe(false);
    expect(router.state.location).toMatchObject({
      pathname: '/home/shipments',
      search: '?id=7',
      state: { from: 'cards' },
    });
    expect(router.state.historyAction).toBe('PUSH');
  });

  it('is followed by whoever knows a better way, but for a press that opens a window or was taken by others', () => {
    const onFollow = vi.fn();
    const { router, link } = show({ to: '?page=3', onFollow });
    expect(click(link)).toBe(false);
    expect(onFollow).toHaveBeenCalledOnce();
    for (const init of [
      { ctrlKey: true },
      { metaKey: true },
      { shiftKey: true },
      { altKey: true },
      { button: 1 },
    ]) {
      let isTheBrowsers = false;
      const look = (event: Event) => {
        isTheBrowsers = !event.defaultPrevented;
        // This one has no other windows.
        event.preventDefault();
      };
      window.addEventListener('click', look, { once: true });
      click(link, init);
      expect(isTheBrowsers).toBe(true);
    }
    link.addEventListener('click', (event) => event.preventDefault(), { capture: true });
    click(link);
    expect(onFollow).toHaveBeenCalledOnce();
    expect(router.state.location.search).toBe('?page=2');
  });

  it('takes the place of the page that is open when it leads to the same', () => {
    const same = show({ to: '/home/cards?page=2' });
    click(same.link);
    expect(same.router.state.historyAction).toBe('REPLACE');
  });

  it('takes the place of another page when it is told so', () => {
    const { router, link } = show({ to: '/home', replace: true });
    click(link);
    expect(router.state.historyAction).toBe('REPLACE');
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])(
    'is left to the browser at %o, which opens it elsewhere',
    (init) => {
      const { router, link } = show({ to: '/home' });
      link.addEventListener('click', (event) => event.preventDefault());
      click(link, init);
      expect(router.state.location.pathname).toBe('/home/cards');
    },
  );

  it('is left to the browser when it opens another tab', () => {
    const { router, link } = show({ to: '/home', target: '_blank' });
    expect(click(link)).toBe(true);
    expect(router.state.location.pathname).toBe('/home/cards');
  });

  it('leads nowhere when whoever shows it has dealt with the click', () => {
    const onClick = vi.fn<NonNullable<LinkProps['onClick']>>((event) => event.preventDefault());
    const { router, link } = show({ to: '/home', onClick });
    click(link);
    expect(onClick).toHaveBeenCalledOnce();
    expect(router.state.location.pathname).toBe('/home/cards');
  });
});
