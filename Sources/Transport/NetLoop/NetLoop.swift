// NetLoop
