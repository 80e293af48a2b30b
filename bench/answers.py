"""stub"""
def compare_rules(both, season, findings): pass
def compare_commands(both, season, findings): pass
def compare_after(both, season, findings): pass
def questions(): return []
