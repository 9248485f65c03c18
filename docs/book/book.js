// What scrolls sideways can be scrolled by keyboard.
for (const part of document.querySelectorAll("main pre > code, main .table-wrapper")) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
}
