/// The pages' one stylesheet and picture.
enum Stylesheet {
    static let css = """
        :root {
          --ground: #fbfaf8; --ink: #1d1b22; --soft: #625d6b; --line: #e2dfe8; --panel: #ffffff;
          --accent: #5b3fd6; --on-accent: #ffffff; --fault: #b3261e;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #16151a; --ink: #ece9f1; --soft: #a49eb0; --line: #322f3a; --panel: #1f1d25;
            --accent: #a08bff; --on-accent: #16151a; --fault: #ff8a80;
          }
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
        main { max-width: 44rem; margin: 0 auto; padding: 3rem 1.25rem 4rem; }
        main.narrow { max-width: 28rem; }
        header { display: flex; align-items: center; gap: .75rem; margin-bottom: 1.5rem; }
        header img { width: 2.5rem; height: 2.5rem; }
        h1 { font-size: 1.6rem; line-height: 1.25; margin: 0; }
        h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
        p { margin: .6rem 0; }
        .soft { color: var(--soft); }
        a { color: var(--accent); }
        pre { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 1rem;
              overflow-x: auto; font: 14px/1.5 ui-monospace, monospace; }
        code { font: .92em ui-monospace, monospace; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.25rem; margin: .75rem 0; }
        dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
        form { margin-top: 1.25rem; background: var(--panel); border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem; }
        label { display: block; font-weight: 600; margin: 1rem 0 .3rem; }
        label:first-of-type { margin-top: 0; }
        input, select { width: 100%; font: inherit; color: inherit; background: var(--ground);
              border: 1px solid var(--line); border-radius: 8px; padding: .55rem .7rem; min-height: 2.75rem; }
        input[type=color] { padding: .25rem; }
        input[aria-invalid=true] { border-color: var(--fault); }
        .fault { color: var(--fault); margin: .3rem 0 0; }
        button { margin-top: 1.25rem; width: 100%; min-height: 2.75rem; border: 0; border-radius: 8px; font: inherit;
              font-weight: 600; background: var(--accent); color: var(--on-accent); cursor: pointer; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        """

    static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#5b3fd6"/>\
        <path d="M6 23h20" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/>\
        <path d="M9 20c0-5 3-9 8-9 1-2 4-2.600 5.500-1l2.500.8-2 1.700C23 17 20 20 15 20z" fill="#fff"/>\
        <circle cx="20.300" cy="11.800" r="1" fill="#5b3fd6"/></svg>
        """
}
