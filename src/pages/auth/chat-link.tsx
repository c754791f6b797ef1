/** The channel where sellers are helped; the build checks that it is an http(s) address. */
const chatUrl: string | undefined = import.meta.env['VITE_CHAT_URL'] || undefined;

export function ChatLink() {
  if (chatUrl === undefined) return null;
  return (
    <p className="mt-6 text-center text-ink-2">
      Не получается войти?{' '}
      <a
        href={chatUrl}
        target="_blank"
        rel="noopener noreferrer"
        className="rounded-sm text-accent-ink underline underline-offset-2"
      >
        Напишите в чат
      </a>
    </p>
  );
}
