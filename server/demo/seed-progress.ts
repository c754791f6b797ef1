interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** On a terminal one line that counts; in a file or a log a line for every tenth, which can be read afterwards. */
export function createProgress(output: Output, total: number): (done: number) => void {
  let told = 0;
  return (done) => {
    const text = `Карточки: ${done} из ${total}`;
    if (output.isTTY) {
      output.write(`\r${text}${done >= total ? '\n' : ''}`);
      return;
    }
    const tenth = Math.floor((done * 10) / total);
    if (tenth === told) return;
    told = tenth;
    output.write(`${text}\n`);
  };
}
